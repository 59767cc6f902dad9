; split 1 by 32 as loop
; split 4 by 16 as vector
; mark 5 as unroll
; split 0 by 8 as unroll
; split 7 by 4 as loop
; stage 1 2 5 6 by 16
; order 3 9 10
; join 3 9 as loop
; mark 18 as grid
define void @product_64_96_over_128(ptr %bufs, ptr %vars, ptr noalias %scratch, i64 %begin, i64 %end) #0 {
entry:
  %d0_at = getelementptr inbounds ptr, ptr %bufs, i64 0
  %d0 = load ptr, ptr %d0_at, align 8, !invariant.load !{}
  %d1_at = getelementptr inbounds ptr, ptr %bufs, i64 1
  %d1 = load ptr, ptr %d1_at, align 8, !invariant.load !{}
  %d2_at = getelementptr inbounds ptr, ptr %bufs, i64 2
  %d2 = load ptr, ptr %d2_at, align 8, !invariant.load !{}
  %tile0 = getelementptr inbounds i8, ptr %scratch, i64 0
  %acc56 = alloca <16 x float>
  %acc59 = alloca <16 x float>
  %acc62 = alloca <16 x float>
  %acc65 = alloca <16 x float>
  %acc68 = alloca <16 x float>
  %acc71 = alloca <16 x float>
  %acc74 = alloca <16 x float>
  %acc77 = alloca <16 x float>
  %acc80 = alloca <16 x float>
  %acc83 = alloca <16 x float>
  %acc86 = alloca <16 x float>
  %acc89 = alloca <16 x float>
  %acc92 = alloca <16 x float>
  %acc95 = alloca <16 x float>
  %acc98 = alloca <16 x float>
  %acc101 = alloca <16 x float>
  br label %g0.head
g0.head:
  %g0 = phi i64 [ %begin, %entry ], [ %g0.next, %g0.last ]
  %g0.more = icmp slt i64 %g0, %end
  br i1 %g0.more, label %g0.body, label %g0.done
g0.body:
  %v0 = sdiv i64 %g0, 2
  %v1 = mul nsw i64 %v0, 32
  %v2 = srem i64 %g0, 2
  %v3 = mul nsw i64 %v2, 3072
  %v4 = mul nsw i64 %v2, 4096
  br label %i1.head
i1.head:
  %i1 = phi i64 [ 0, %g0.body ], [ %i1.next, %i1.last ]
  %i1.more = icmp slt i64 %i1, 128
  br i1 %i1.more, label %i1.body, label %i1.done
i1.body:
  %v5 = mul nsw i64 %i1, 32
  %v6 = mul nsw i64 %i1, 96
  br label %i2.head
i2.head:
  %i2 = phi i64 [ 0, %i1.body ], [ %i2.next, %i2.last ]
  %i2.more = icmp slt i64 %i2, 2
  br i1 %i2.more, label %i2.body, label %i2.done
i2.body:
  %v7 = mul nsw i64 %i2, 16
  %v8 = add nsw i64 %v5, %v7
  %v9 = getelementptr inbounds float, ptr %tile0, i64 %v8
  %v10 = add nsw i64 %v6, %v7
  %v11 = add nsw i64 %v10, %v1
  %v12 = getelementptr inbounds float, ptr %d2, i64 %v11
  %v13 = load <16 x float>, ptr %v12, align 4
  store <16 x float> %v13, ptr %v9, align 4
  br label %i2.last
i2.last:
  %i2.next = add nsw i64 %i2, 1
  br label %i2.head
i2.done:
  br label %i1.last
i1.last:
  %i1.next = add nsw i64 %i1, 1
  br label %i1.head
i1.done:
  br label %i3.head
i3.head:
  %i3 = phi i64 [ 0, %i1.done ], [ %i3.next, %i3.last ]
  %i3.more = icmp slt i64 %i3, 4
  br i1 %i3.more, label %i3.body, label %i3.done
i3.body:
  %v14 = mul nsw i64 %i3, 768
  %v15 = add nsw i64 %v14, %v1
  %v16 = add nsw i64 %v15, %v3
  %v17 = getelementptr inbounds float, ptr %d0, i64 %v16
  %v18 = mul nsw i64 %i3, 1024
  store <16 x float> splat (float 0x0000000000000000), ptr %acc56
  %v19 = add nsw i64 %v16, 96
  %v20 = getelementptr inbounds float, ptr %d0, i64 %v19
  store <16 x float> splat (float 0x0000000000000000), ptr %acc59
  %v21 = add nsw i64 %v16, 192
  %v22 = getelementptr inbounds float, ptr %d0, i64 %v21
  store <16 x float> splat (float 0x0000000000000000), ptr %acc62
  %v23 = add nsw i64 %v16, 288
  %v24 = getelementptr inbounds float, ptr %d0, i64 %v23
  store <16 x float> splat (float 0x0000000000000000), ptr %acc65
  %v25 = add nsw i64 %v16, 384
  %v26 = getelementptr inbounds float, ptr %d0, i64 %v25
  store <16 x float> splat (float 0x0000000000000000), ptr %acc68
  %v27 = add nsw i64 %v16, 480
  %v28 = getelementptr inbounds float, ptr %d0, i64 %v27
  store <16 x float> splat (float 0x0000000000000000), ptr %acc71
  %v29 = add nsw i64 %v16, 576
  %v30 = getelementptr inbounds float, ptr %d0, i64 %v29
  store <16 x float> splat (float 0x0000000000000000), ptr %acc74
  %v31 = add nsw i64 %v16, 672
  %v32 = getelementptr inbounds float, ptr %d0, i64 %v31
  store <16 x float> splat (float 0x0000000000000000), ptr %acc77
  %v33 = add nsw i64 %v16, 16
  %v34 = getelementptr inbounds float, ptr %d0, i64 %v33
  store <16 x float> splat (float 0x0000000000000000), ptr %acc80
  %v35 = add nsw i64 %v16, 112
  %v36 = getelementptr inbounds float, ptr %d0, i64 %v35
  store <16 x float> splat (float 0x0000000000000000), ptr %acc83
  %v37 = add nsw i64 %v16, 208
  %v38 = getelementptr inbounds float, ptr %d0, i64 %v37
  store <16 x float> splat (float 0x0000000000000000), ptr %acc86
  %v39 = add nsw i64 %v16, 304
  %v40 = getelementptr inbounds float, ptr %d0, i64 %v39
  store <16 x float> splat (float 0x0000000000000000), ptr %acc89
  %v41 = add nsw i64 %v16, 400
  %v42 = getelementptr inbounds float, ptr %d0, i64 %v41
  store <16 x float> splat (float 0x0000000000000000), ptr %acc92
  %v43 = add nsw i64 %v16, 496
  %v44 = getelementptr inbounds float, ptr %d0, i64 %v43
  store <16 x float> splat (float 0x0000000000000000), ptr %acc95
  %v45 = add nsw i64 %v16, 592
  %v46 = getelementptr inbounds float, ptr %d0, i64 %v45
  store <16 x float> splat (float 0x0000000000000000), ptr %acc98
  %v47 = add nsw i64 %v16, 688
  %v48 = getelementptr inbounds float, ptr %d0, i64 %v47
  store <16 x float> splat (float 0x0000000000000000), ptr %acc101
  br label %r4.head
r4.head:
  %r4 = phi i64 [ 0, %i3.body ], [ %r4.next, %r4.last ]
  %r4.more = icmp slt i64 %r4, 128
  br i1 %r4.more, label %r4.body, label %r4.done
r4.body:
  %v49 = add nsw i64 %r4, %v18
  %v50 = add nsw i64 %v49, %v4
  %v51 = getelementptr inbounds float, ptr %d1, i64 %v50
  %v52 = load float, ptr %v51, align 4
  %v53 = insertelement <16 x float> poison, float %v52, i64 0
  %v54 = shufflevector <16 x float> %v53, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v55 = mul nsw i64 %r4, 32
  %v56 = getelementptr inbounds float, ptr %tile0, i64 %v55
  %v57 = load <16 x float>, ptr %v56, align 4
  %v58 = fmul contract <16 x float> %v54, %v57
  %v59 = load <16 x float>, ptr %acc56
  %v60 = fadd contract <16 x float> %v59, %v58
  store <16 x float> %v60, ptr %acc56
  %v61 = add nsw i64 %v50, 128
  %v62 = getelementptr inbounds float, ptr %d1, i64 %v61
  %v63 = load float, ptr %v62, align 4
  %v64 = insertelement <16 x float> poison, float %v63, i64 0
  %v65 = shufflevector <16 x float> %v64, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v66 = fmul contract <16 x float> %v65, %v57
  %v67 = load <16 x float>, ptr %acc59
  %v68 = fadd contract <16 x float> %v67, %v66
  store <16 x float> %v68, ptr %acc59
  %v69 = add nsw i64 %v50, 256
  %v70 = getelementptr inbounds float, ptr %d1, i64 %v69
  %v71 = load float, ptr %v70, align 4
  %v72 = insertelement <16 x float> poison, float %v71, i64 0
  %v73 = shufflevector <16 x float> %v72, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v74 = fmul contract <16 x float> %v73, %v57
  %v75 = load <16 x float>, ptr %acc62
  %v76 = fadd contract <16 x float> %v75, %v74
  store <16 x float> %v76, ptr %acc62
  %v77 = add nsw i64 %v50, 384
  %v78 = getelementptr inbounds float, ptr %d1, i64 %v77
  %v79 = load float, ptr %v78, align 4
  %v80 = insertelement <16 x float> poison, float %v79, i64 0
  %v81 = shufflevector <16 x float> %v80, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v82 = fmul contract <16 x float> %v81, %v57
  %v83 = load <16 x float>, ptr %acc65
  %v84 = fadd contract <16 x float> %v83, %v82
  store <16 x float> %v84, ptr %acc65
  %v85 = add nsw i64 %v50, 512
  %v86 = getelementptr inbounds float, ptr %d1, i64 %v85
  %v87 = load float, ptr %v86, align 4
  %v88 = insertelement <16 x float> poison, float %v87, i64 0
  %v89 = shufflevector <16 x float> %v88, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v90 = fmul contract <16 x float> %v89, %v57
  %v91 = load <16 x float>, ptr %acc68
  %v92 = fadd contract <16 x float> %v91, %v90
  store <16 x float> %v92, ptr %acc68
  %v93 = add nsw i64 %v50, 640
  %v94 = getelementptr inbounds float, ptr %d1, i64 %v93
  %v95 = load float, ptr %v94, align 4
  %v96 = insertelement <16 x float> poison, float %v95, i64 0
  %v97 = shufflevector <16 x float> %v96, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v98 = fmul contract <16 x float> %v97, %v57
  %v99 = load <16 x float>, ptr %acc71
  %v100 = fadd contract <16 x float> %v99, %v98
  store <16 x float> %v100, ptr %acc71
  %v101 = add nsw i64 %v50, 768
  %v102 = getelementptr inbounds float, ptr %d1, i64 %v101
  %v103 = load float, ptr %v102, align 4
  %v104 = insertelement <16 x float> poison, float %v103, i64 0
  %v105 = shufflevector <16 x float> %v104, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v106 = fmul contract <16 x float> %v105, %v57
  %v107 = load <16 x float>, ptr %acc74
  %v108 = fadd contract <16 x float> %v107, %v106
  store <16 x float> %v108, ptr %acc74
  %v109 = add nsw i64 %v50, 896
  %v110 = getelementptr inbounds float, ptr %d1, i64 %v109
  %v111 = load float, ptr %v110, align 4
  %v112 = insertelement <16 x float> poison, float %v111, i64 0
  %v113 = shufflevector <16 x float> %v112, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v114 = fmul contract <16 x float> %v113, %v57
  %v115 = load <16 x float>, ptr %acc77
  %v116 = fadd contract <16 x float> %v115, %v114
  store <16 x float> %v116, ptr %acc77
  %v117 = add nsw i64 %v55, 16
  %v118 = getelementptr inbounds float, ptr %tile0, i64 %v117
  %v119 = load <16 x float>, ptr %v118, align 4
  %v120 = fmul contract <16 x float> %v54, %v119
  %v121 = load <16 x float>, ptr %acc80
  %v122 = fadd contract <16 x float> %v121, %v120
  store <16 x float> %v122, ptr %acc80
  %v123 = fmul contract <16 x float> %v65, %v119
  %v124 = load <16 x float>, ptr %acc83
  %v125 = fadd contract <16 x float> %v124, %v123
  store <16 x float> %v125, ptr %acc83
  %v126 = fmul contract <16 x float> %v73, %v119
  %v127 = load <16 x float>, ptr %acc86
  %v128 = fadd contract <16 x float> %v127, %v126
  store <16 x float> %v128, ptr %acc86
  %v129 = fmul contract <16 x float> %v81, %v119
  %v130 = load <16 x float>, ptr %acc89
  %v131 = fadd contract <16 x float> %v130, %v129
  store <16 x float> %v131, ptr %acc89
  %v132 = fmul contract <16 x float> %v89, %v119
  %v133 = load <16 x float>, ptr %acc92
  %v134 = fadd contract <16 x float> %v133, %v132
  store <16 x float> %v134, ptr %acc92
  %v135 = fmul contract <16 x float> %v97, %v119
  %v136 = load <16 x float>, ptr %acc95
  %v137 = fadd contract <16 x float> %v136, %v135
  store <16 x float> %v137, ptr %acc95
  %v138 = fmul contract <16 x float> %v105, %v119
  %v139 = load <16 x float>, ptr %acc98
  %v140 = fadd contract <16 x float> %v139, %v138
  store <16 x float> %v140, ptr %acc98
  %v141 = fmul contract <16 x float> %v113, %v119
  %v142 = load <16 x float>, ptr %acc101
  %v143 = fadd contract <16 x float> %v142, %v141
  store <16 x float> %v143, ptr %acc101
  br label %r4.last
r4.last:
  %r4.next = add nsw i64 %r4, 1
  br label %r4.head
r4.done:
  %v144 = load <16 x float>, ptr %acc56
  %v145 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v144
  %v146 = select <16 x i1> %v145, <16 x float> splat (float 0x0000000000000000), <16 x float> %v144
  store <16 x float> %v146, ptr %v17, align 4
  %v147 = load <16 x float>, ptr %acc59
  %v148 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v147
  %v149 = select <16 x i1> %v148, <16 x float> splat (float 0x0000000000000000), <16 x float> %v147
  store <16 x float> %v149, ptr %v20, align 4
  %v150 = load <16 x float>, ptr %acc62
  %v151 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v150
  %v152 = select <16 x i1> %v151, <16 x float> splat (float 0x0000000000000000), <16 x float> %v150
  store <16 x float> %v152, ptr %v22, align 4
  %v153 = load <16 x float>, ptr %acc65
  %v154 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v153
  %v155 = select <16 x i1> %v154, <16 x float> splat (float 0x0000000000000000), <16 x float> %v153
  store <16 x float> %v155, ptr %v24, align 4
  %v156 = load <16 x float>, ptr %acc68
  %v157 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v156
  %v158 = select <16 x i1> %v157, <16 x float> splat (float 0x0000000000000000), <16 x float> %v156
  store <16 x float> %v158, ptr %v26, align 4
  %v159 = load <16 x float>, ptr %acc71
  %v160 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v159
  %v161 = select <16 x i1> %v160, <16 x float> splat (float 0x0000000000000000), <16 x float> %v159
  store <16 x float> %v161, ptr %v28, align 4
  %v162 = load <16 x float>, ptr %acc74
  %v163 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v162
  %v164 = select <16 x i1> %v163, <16 x float> splat (float 0x0000000000000000), <16 x float> %v162
  store <16 x float> %v164, ptr %v30, align 4
  %v165 = load <16 x float>, ptr %acc77
  %v166 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v165
  %v167 = select <16 x i1> %v166, <16 x float> splat (float 0x0000000000000000), <16 x float> %v165
  store <16 x float> %v167, ptr %v32, align 4
  %v168 = load <16 x float>, ptr %acc80
  %v169 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v168
  %v170 = select <16 x i1> %v169, <16 x float> splat (float 0x0000000000000000), <16 x float> %v168
  store <16 x float> %v170, ptr %v34, align 4
  %v171 = load <16 x float>, ptr %acc83
  %v172 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v171
  %v173 = select <16 x i1> %v172, <16 x float> splat (float 0x0000000000000000), <16 x float> %v171
  store <16 x float> %v173, ptr %v36, align 4
  %v174 = load <16 x float>, ptr %acc86
  %v175 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v174
  %v176 = select <16 x i1> %v175, <16 x float> splat (float 0x0000000000000000), <16 x float> %v174
  store <16 x float> %v176, ptr %v38, align 4
  %v177 = load <16 x float>, ptr %acc89
  %v178 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v177
  %v179 = select <16 x i1> %v178, <16 x float> splat (float 0x0000000000000000), <16 x float> %v177
  store <16 x float> %v179, ptr %v40, align 4
  %v180 = load <16 x float>, ptr %acc92
  %v181 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v180
  %v182 = select <16 x i1> %v181, <16 x float> splat (float 0x0000000000000000), <16 x float> %v180
  store <16 x float> %v182, ptr %v42, align 4
  %v183 = load <16 x float>, ptr %acc95
  %v184 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v183
  %v185 = select <16 x i1> %v184, <16 x float> splat (float 0x0000000000000000), <16 x float> %v183
  store <16 x float> %v185, ptr %v44, align 4
  %v186 = load <16 x float>, ptr %acc98
  %v187 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v186
  %v188 = select <16 x i1> %v187, <16 x float> splat (float 0x0000000000000000), <16 x float> %v186
  store <16 x float> %v188, ptr %v46, align 4
  %v189 = load <16 x float>, ptr %acc101
  %v190 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v189
  %v191 = select <16 x i1> %v190, <16 x float> splat (float 0x0000000000000000), <16 x float> %v189
  store <16 x float> %v191, ptr %v48, align 4
  br label %i3.last
i3.last:
  %i3.next = add nsw i64 %i3, 1
  br label %i3.head
i3.done:
  br label %g0.last
g0.last:
  %g0.next = add nsw i64 %g0, 1
  br label %g0.head
g0.done:
  ret void
}
attributes #0 = { nounwind "prefer-vector-width"="512" }
