; split a by 8 as unroll
; split b by 48 as loop
; split b.1 by 16 as vector
; mark b.1.0 as unroll
; cache 1 b.0 c b.1.0 b.1.1 by 16 as thread
; order a.0 b.0
define void @product_64_96_over_128(ptr %bufs, ptr %vars, ptr noalias %scratch, i64 %begin, i64 %end) #0 {
entry:
  %d0_at = getelementptr inbounds ptr, ptr %bufs, i64 0
  %d0 = load ptr, ptr %d0_at, align 8, !invariant.load !{}
  %d1_at = getelementptr inbounds ptr, ptr %bufs, i64 1
  %d1 = load ptr, ptr %d1_at, align 8, !invariant.load !{}
  %d2_at = getelementptr inbounds ptr, ptr %bufs, i64 2
  %d2 = load ptr, ptr %d2_at, align 8, !invariant.load !{}
  %tile0 = getelementptr inbounds i8, ptr %scratch, i64 0
  %acc62 = alloca <16 x float>
  %acc63 = alloca <16 x float>
  %acc64 = alloca <16 x float>
  %acc65 = alloca <16 x float>
  %acc66 = alloca <16 x float>
  %acc67 = alloca <16 x float>
  %acc68 = alloca <16 x float>
  %acc69 = alloca <16 x float>
  %acc70 = alloca <16 x float>
  %acc71 = alloca <16 x float>
  %acc72 = alloca <16 x float>
  %acc73 = alloca <16 x float>
  %acc74 = alloca <16 x float>
  %acc75 = alloca <16 x float>
  %acc76 = alloca <16 x float>
  %acc77 = alloca <16 x float>
  %acc78 = alloca <16 x float>
  %acc79 = alloca <16 x float>
  %acc80 = alloca <16 x float>
  %acc81 = alloca <16 x float>
  %acc82 = alloca <16 x float>
  %acc83 = alloca <16 x float>
  %acc84 = alloca <16 x float>
  %acc85 = alloca <16 x float>
  br label %i0.head
i0.head:
  %i0 = phi i64 [ 0, %entry ], [ %i0.next, %i0.last ]
  %i0.more = icmp slt i64 %i0, 128
  br i1 %i0.more, label %i0.body, label %i0.done
i0.body:
  %v0 = mul nsw i64 %i0, 48
  %v1 = mul nsw i64 %i0, 96
  br label %i1.head
i1.head:
  %i1 = phi i64 [ 0, %i0.body ], [ %i1.next, %i1.last ]
  %i1.more = icmp slt i64 %i1, 2
  br i1 %i1.more, label %i1.body, label %i1.done
i1.body:
  %v2 = mul nsw i64 %i1, 6144
  %v3 = add nsw i64 %v0, %v2
  %v4 = getelementptr inbounds float, ptr %tile0, i64 %v3
  %v5 = mul nsw i64 %i1, 48
  %v6 = add nsw i64 %v1, %v5
  %v7 = getelementptr inbounds float, ptr %d2, i64 %v6
  %v8 = load <16 x float>, ptr %v7, align 4
  store <16 x float> %v8, ptr %v4, align 4
  %v9 = getelementptr float, ptr %tile0, i64 %v3
  %v10 = getelementptr float, ptr %v9, i64 16
  %v11 = getelementptr float, ptr %d2, i64 %v6
  %v12 = getelementptr float, ptr %v11, i64 16
  %v13 = load <16 x float>, ptr %v12, align 4
  store <16 x float> %v13, ptr %v10, align 4
  %v14 = getelementptr float, ptr %v9, i64 32
  %v15 = getelementptr float, ptr %v11, i64 32
  %v16 = load <16 x float>, ptr %v15, align 4
  store <16 x float> %v16, ptr %v14, align 4
  br label %i1.last
i1.last:
  %i1.next = add nsw i64 %i1, 1
  br label %i1.head
i1.done:
  br label %i0.last
i0.last:
  %i0.next = add nsw i64 %i0, 1
  br label %i0.head
i0.done:
  br label %i2.head
i2.head:
  %i2 = phi i64 [ 0, %i0.done ], [ %i2.next, %i2.last ]
  %i2.more = icmp slt i64 %i2, 8
  br i1 %i2.more, label %i2.body, label %i2.done
i2.body:
  %v17 = mul nsw i64 %i2, 768
  %v18 = mul nsw i64 %i2, 1024
  br label %i3.head
i3.head:
  %i3 = phi i64 [ 0, %i2.body ], [ %i3.next, %i3.last ]
  %i3.more = icmp slt i64 %i3, 2
  br i1 %i3.more, label %i3.body, label %i3.done
i3.body:
  %v19 = mul nsw i64 %i3, 48
  %v20 = add nsw i64 %v17, %v19
  %v21 = getelementptr inbounds float, ptr %d0, i64 %v20
  %v22 = mul nsw i64 %i3, 6144
  store <16 x float> splat (float 0x0000000000000000), ptr %acc62
  store <16 x float> splat (float 0x0000000000000000), ptr %acc63
  store <16 x float> splat (float 0x0000000000000000), ptr %acc64
  store <16 x float> splat (float 0x0000000000000000), ptr %acc65
  store <16 x float> splat (float 0x0000000000000000), ptr %acc66
  store <16 x float> splat (float 0x0000000000000000), ptr %acc67
  store <16 x float> splat (float 0x0000000000000000), ptr %acc68
  store <16 x float> splat (float 0x0000000000000000), ptr %acc69
  store <16 x float> splat (float 0x0000000000000000), ptr %acc70
  store <16 x float> splat (float 0x0000000000000000), ptr %acc71
  store <16 x float> splat (float 0x0000000000000000), ptr %acc72
  store <16 x float> splat (float 0x0000000000000000), ptr %acc73
  store <16 x float> splat (float 0x0000000000000000), ptr %acc74
  store <16 x float> splat (float 0x0000000000000000), ptr %acc75
  store <16 x float> splat (float 0x0000000000000000), ptr %acc76
  store <16 x float> splat (float 0x0000000000000000), ptr %acc77
  store <16 x float> splat (float 0x0000000000000000), ptr %acc78
  store <16 x float> splat (float 0x0000000000000000), ptr %acc79
  store <16 x float> splat (float 0x0000000000000000), ptr %acc80
  store <16 x float> splat (float 0x0000000000000000), ptr %acc81
  store <16 x float> splat (float 0x0000000000000000), ptr %acc82
  store <16 x float> splat (float 0x0000000000000000), ptr %acc83
  store <16 x float> splat (float 0x0000000000000000), ptr %acc84
  store <16 x float> splat (float 0x0000000000000000), ptr %acc85
  %v23 = getelementptr float, ptr %d0, i64 %v20
  %v24 = getelementptr float, ptr %v23, i64 16
  %v25 = getelementptr float, ptr %v23, i64 32
  %v26 = getelementptr float, ptr %v23, i64 96
  %v27 = getelementptr float, ptr %v23, i64 112
  %v28 = getelementptr float, ptr %v23, i64 128
  %v29 = getelementptr float, ptr %v23, i64 192
  %v30 = getelementptr float, ptr %v23, i64 208
  %v31 = getelementptr float, ptr %v23, i64 224
  %v32 = getelementptr float, ptr %v23, i64 288
  %v33 = getelementptr float, ptr %v23, i64 304
  %v34 = getelementptr float, ptr %v23, i64 320
  %v35 = getelementptr float, ptr %v23, i64 384
  %v36 = getelementptr float, ptr %v23, i64 400
  %v37 = getelementptr float, ptr %v23, i64 416
  %v38 = getelementptr float, ptr %v23, i64 480
  %v39 = getelementptr float, ptr %v23, i64 496
  %v40 = getelementptr float, ptr %v23, i64 512
  %v41 = getelementptr float, ptr %v23, i64 576
  %v42 = getelementptr float, ptr %v23, i64 592
  %v43 = getelementptr float, ptr %v23, i64 608
  %v44 = getelementptr float, ptr %v23, i64 672
  %v45 = getelementptr float, ptr %v23, i64 688
  %v46 = getelementptr float, ptr %v23, i64 704
  br label %r4.head
r4.head:
  %r4 = phi i64 [ 0, %i3.body ], [ %r4.next, %r4.last ]
  %r4.more = icmp slt i64 %r4, 128
  br i1 %r4.more, label %r4.body, label %r4.done
r4.body:
  %v47 = add nsw i64 %r4, %v18
  %v48 = getelementptr inbounds float, ptr %d1, i64 %v47
  %v49 = load float, ptr %v48, align 4
  %v50 = insertelement <16 x float> poison, float %v49, i64 0
  %v51 = shufflevector <16 x float> %v50, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v52 = mul nsw i64 %r4, 48
  %v53 = add nsw i64 %v52, %v22
  %v54 = getelementptr inbounds float, ptr %tile0, i64 %v53
  %v55 = load <16 x float>, ptr %v54, align 4
  %v56 = fmul contract <16 x float> %v51, %v55
  %v57 = load <16 x float>, ptr %acc62
  %v58 = fadd contract <16 x float> %v57, %v56
  store <16 x float> %v58, ptr %acc62
  %v59 = getelementptr float, ptr %tile0, i64 %v53
  %v60 = getelementptr float, ptr %v59, i64 16
  %v61 = load <16 x float>, ptr %v60, align 4
  %v62 = fmul contract <16 x float> %v51, %v61
  %v63 = load <16 x float>, ptr %acc63
  %v64 = fadd contract <16 x float> %v63, %v62
  store <16 x float> %v64, ptr %acc63
  %v65 = getelementptr float, ptr %v59, i64 32
  %v66 = load <16 x float>, ptr %v65, align 4
  %v67 = fmul contract <16 x float> %v51, %v66
  %v68 = load <16 x float>, ptr %acc64
  %v69 = fadd contract <16 x float> %v68, %v67
  store <16 x float> %v69, ptr %acc64
  %v70 = getelementptr float, ptr %d1, i64 %v47
  %v71 = getelementptr float, ptr %v70, i64 128
  %v72 = load float, ptr %v71, align 4
  %v73 = insertelement <16 x float> poison, float %v72, i64 0
  %v74 = shufflevector <16 x float> %v73, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v75 = fmul contract <16 x float> %v74, %v55
  %v76 = load <16 x float>, ptr %acc65
  %v77 = fadd contract <16 x float> %v76, %v75
  store <16 x float> %v77, ptr %acc65
  %v78 = fmul contract <16 x float> %v74, %v61
  %v79 = load <16 x float>, ptr %acc66
  %v80 = fadd contract <16 x float> %v79, %v78
  store <16 x float> %v80, ptr %acc66
  %v81 = fmul contract <16 x float> %v74, %v66
  %v82 = load <16 x float>, ptr %acc67
  %v83 = fadd contract <16 x float> %v82, %v81
  store <16 x float> %v83, ptr %acc67
  %v84 = getelementptr float, ptr %v70, i64 256
  %v85 = load float, ptr %v84, align 4
  %v86 = insertelement <16 x float> poison, float %v85, i64 0
  %v87 = shufflevector <16 x float> %v86, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v88 = fmul contract <16 x float> %v87, %v55
  %v89 = load <16 x float>, ptr %acc68
  %v90 = fadd contract <16 x float> %v89, %v88
  store <16 x float> %v90, ptr %acc68
  %v91 = fmul contract <16 x float> %v87, %v61
  %v92 = load <16 x float>, ptr %acc69
  %v93 = fadd contract <16 x float> %v92, %v91
  store <16 x float> %v93, ptr %acc69
  %v94 = fmul contract <16 x float> %v87, %v66
  %v95 = load <16 x float>, ptr %acc70
  %v96 = fadd contract <16 x float> %v95, %v94
  store <16 x float> %v96, ptr %acc70
  %v97 = getelementptr float, ptr %v70, i64 384
  %v98 = load float, ptr %v97, align 4
  %v99 = insertelement <16 x float> poison, float %v98, i64 0
  %v100 = shufflevector <16 x float> %v99, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v101 = fmul contract <16 x float> %v100, %v55
  %v102 = load <16 x float>, ptr %acc71
  %v103 = fadd contract <16 x float> %v102, %v101
  store <16 x float> %v103, ptr %acc71
  %v104 = fmul contract <16 x float> %v100, %v61
  %v105 = load <16 x float>, ptr %acc72
  %v106 = fadd contract <16 x float> %v105, %v104
  store <16 x float> %v106, ptr %acc72
  %v107 = fmul contract <16 x float> %v100, %v66
  %v108 = load <16 x float>, ptr %acc73
  %v109 = fadd contract <16 x float> %v108, %v107
  store <16 x float> %v109, ptr %acc73
  %v110 = getelementptr float, ptr %v70, i64 512
  %v111 = load float, ptr %v110, align 4
  %v112 = insertelement <16 x float> poison, float %v111, i64 0
  %v113 = shufflevector <16 x float> %v112, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v114 = fmul contract <16 x float> %v113, %v55
  %v115 = load <16 x float>, ptr %acc74
  %v116 = fadd contract <16 x float> %v115, %v114
  store <16 x float> %v116, ptr %acc74
  %v117 = fmul contract <16 x float> %v113, %v61
  %v118 = load <16 x float>, ptr %acc75
  %v119 = fadd contract <16 x float> %v118, %v117
  store <16 x float> %v119, ptr %acc75
  %v120 = fmul contract <16 x float> %v113, %v66
  %v121 = load <16 x float>, ptr %acc76
  %v122 = fadd contract <16 x float> %v121, %v120
  store <16 x float> %v122, ptr %acc76
  %v123 = getelementptr float, ptr %v70, i64 640
  %v124 = load float, ptr %v123, align 4
  %v125 = insertelement <16 x float> poison, float %v124, i64 0
  %v126 = shufflevector <16 x float> %v125, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v127 = fmul contract <16 x float> %v126, %v55
  %v128 = load <16 x float>, ptr %acc77
  %v129 = fadd contract <16 x float> %v128, %v127
  store <16 x float> %v129, ptr %acc77
  %v130 = fmul contract <16 x float> %v126, %v61
  %v131 = load <16 x float>, ptr %acc78
  %v132 = fadd contract <16 x float> %v131, %v130
  store <16 x float> %v132, ptr %acc78
  %v133 = fmul contract <16 x float> %v126, %v66
  %v134 = load <16 x float>, ptr %acc79
  %v135 = fadd contract <16 x float> %v134, %v133
  store <16 x float> %v135, ptr %acc79
  %v136 = getelementptr float, ptr %v70, i64 768
  %v137 = load float, ptr %v136, align 4
  %v138 = insertelement <16 x float> poison, float %v137, i64 0
  %v139 = shufflevector <16 x float> %v138, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v140 = fmul contract <16 x float> %v139, %v55
  %v141 = load <16 x float>, ptr %acc80
  %v142 = fadd contract <16 x float> %v141, %v140
  store <16 x float> %v142, ptr %acc80
  %v143 = fmul contract <16 x float> %v139, %v61
  %v144 = load <16 x float>, ptr %acc81
  %v145 = fadd contract <16 x float> %v144, %v143
  store <16 x float> %v145, ptr %acc81
  %v146 = fmul contract <16 x float> %v139, %v66
  %v147 = load <16 x float>, ptr %acc82
  %v148 = fadd contract <16 x float> %v147, %v146
  store <16 x float> %v148, ptr %acc82
  %v149 = getelementptr float, ptr %v70, i64 896
  %v150 = load float, ptr %v149, align 4
  %v151 = insertelement <16 x float> poison, float %v150, i64 0
  %v152 = shufflevector <16 x float> %v151, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v153 = fmul contract <16 x float> %v152, %v55
  %v154 = load <16 x float>, ptr %acc83
  %v155 = fadd contract <16 x float> %v154, %v153
  store <16 x float> %v155, ptr %acc83
  %v156 = fmul contract <16 x float> %v152, %v61
  %v157 = load <16 x float>, ptr %acc84
  %v158 = fadd contract <16 x float> %v157, %v156
  store <16 x float> %v158, ptr %acc84
  %v159 = fmul contract <16 x float> %v152, %v66
  %v160 = load <16 x float>, ptr %acc85
  %v161 = fadd contract <16 x float> %v160, %v159
  store <16 x float> %v161, ptr %acc85
  br label %r4.last
r4.last:
  %r4.next = add nsw i64 %r4, 1
  br label %r4.head
r4.done:
  %v162 = load <16 x float>, ptr %acc62
  %v163 = load <16 x float>, ptr %acc63
  %v164 = load <16 x float>, ptr %acc64
  %v165 = load <16 x float>, ptr %acc65
  %v166 = load <16 x float>, ptr %acc66
  %v167 = load <16 x float>, ptr %acc67
  %v168 = load <16 x float>, ptr %acc68
  %v169 = load <16 x float>, ptr %acc69
  %v170 = load <16 x float>, ptr %acc70
  %v171 = load <16 x float>, ptr %acc71
  %v172 = load <16 x float>, ptr %acc72
  %v173 = load <16 x float>, ptr %acc73
  %v174 = load <16 x float>, ptr %acc74
  %v175 = load <16 x float>, ptr %acc75
  %v176 = load <16 x float>, ptr %acc76
  %v177 = load <16 x float>, ptr %acc77
  %v178 = load <16 x float>, ptr %acc78
  %v179 = load <16 x float>, ptr %acc79
  %v180 = load <16 x float>, ptr %acc80
  %v181 = load <16 x float>, ptr %acc81
  %v182 = load <16 x float>, ptr %acc82
  %v183 = load <16 x float>, ptr %acc83
  %v184 = load <16 x float>, ptr %acc84
  %v185 = load <16 x float>, ptr %acc85
  %v186 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v162
  %v187 = select <16 x i1> %v186, <16 x float> splat (float 0x0000000000000000), <16 x float> %v162
  store <16 x float> %v187, ptr %v21, align 4
  %v188 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v163
  %v189 = select <16 x i1> %v188, <16 x float> splat (float 0x0000000000000000), <16 x float> %v163
  store <16 x float> %v189, ptr %v24, align 4
  %v190 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v164
  %v191 = select <16 x i1> %v190, <16 x float> splat (float 0x0000000000000000), <16 x float> %v164
  store <16 x float> %v191, ptr %v25, align 4
  %v192 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v165
  %v193 = select <16 x i1> %v192, <16 x float> splat (float 0x0000000000000000), <16 x float> %v165
  store <16 x float> %v193, ptr %v26, align 4
  %v194 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v166
  %v195 = select <16 x i1> %v194, <16 x float> splat (float 0x0000000000000000), <16 x float> %v166
  store <16 x float> %v195, ptr %v27, align 4
  %v196 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v167
  %v197 = select <16 x i1> %v196, <16 x float> splat (float 0x0000000000000000), <16 x float> %v167
  store <16 x float> %v197, ptr %v28, align 4
  %v198 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v168
  %v199 = select <16 x i1> %v198, <16 x float> splat (float 0x0000000000000000), <16 x float> %v168
  store <16 x float> %v199, ptr %v29, align 4
  %v200 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v169
  %v201 = select <16 x i1> %v200, <16 x float> splat (float 0x0000000000000000), <16 x float> %v169
  store <16 x float> %v201, ptr %v30, align 4
  %v202 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v170
  %v203 = select <16 x i1> %v202, <16 x float> splat (float 0x0000000000000000), <16 x float> %v170
  store <16 x float> %v203, ptr %v31, align 4
  %v204 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v171
  %v205 = select <16 x i1> %v204, <16 x float> splat (float 0x0000000000000000), <16 x float> %v171
  store <16 x float> %v205, ptr %v32, align 4
  %v206 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v172
  %v207 = select <16 x i1> %v206, <16 x float> splat (float 0x0000000000000000), <16 x float> %v172
  store <16 x float> %v207, ptr %v33, align 4
  %v208 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v173
  %v209 = select <16 x i1> %v208, <16 x float> splat (float 0x0000000000000000), <16 x float> %v173
  store <16 x float> %v209, ptr %v34, align 4
  %v210 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v174
  %v211 = select <16 x i1> %v210, <16 x float> splat (float 0x0000000000000000), <16 x float> %v174
  store <16 x float> %v211, ptr %v35, align 4
  %v212 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v175
  %v213 = select <16 x i1> %v212, <16 x float> splat (float 0x0000000000000000), <16 x float> %v175
  store <16 x float> %v213, ptr %v36, align 4
  %v214 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v176
  %v215 = select <16 x i1> %v214, <16 x float> splat (float 0x0000000000000000), <16 x float> %v176
  store <16 x float> %v215, ptr %v37, align 4
  %v216 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v177
  %v217 = select <16 x i1> %v216, <16 x float> splat (float 0x0000000000000000), <16 x float> %v177
  store <16 x float> %v217, ptr %v38, align 4
  %v218 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v178
  %v219 = select <16 x i1> %v218, <16 x float> splat (float 0x0000000000000000), <16 x float> %v178
  store <16 x float> %v219, ptr %v39, align 4
  %v220 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v179
  %v221 = select <16 x i1> %v220, <16 x float> splat (float 0x0000000000000000), <16 x float> %v179
  store <16 x float> %v221, ptr %v40, align 4
  %v222 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v180
  %v223 = select <16 x i1> %v222, <16 x float> splat (float 0x0000000000000000), <16 x float> %v180
  store <16 x float> %v223, ptr %v41, align 4
  %v224 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v181
  %v225 = select <16 x i1> %v224, <16 x float> splat (float 0x0000000000000000), <16 x float> %v181
  store <16 x float> %v225, ptr %v42, align 4
  %v226 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v182
  %v227 = select <16 x i1> %v226, <16 x float> splat (float 0x0000000000000000), <16 x float> %v182
  store <16 x float> %v227, ptr %v43, align 4
  %v228 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v183
  %v229 = select <16 x i1> %v228, <16 x float> splat (float 0x0000000000000000), <16 x float> %v183
  store <16 x float> %v229, ptr %v44, align 4
  %v230 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v184
  %v231 = select <16 x i1> %v230, <16 x float> splat (float 0x0000000000000000), <16 x float> %v184
  store <16 x float> %v231, ptr %v45, align 4
  %v232 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v185
  %v233 = select <16 x i1> %v232, <16 x float> splat (float 0x0000000000000000), <16 x float> %v185
  store <16 x float> %v233, ptr %v46, align 4
  br label %i3.last
i3.last:
  %i3.next = add nsw i64 %i3, 1
  br label %i3.head
i3.done:
  br label %i2.last
i2.last:
  %i2.next = add nsw i64 %i2, 1
  br label %i2.head
i2.done:
  ret void
}
attributes #0 = { nounwind "prefer-vector-width"="512" }
