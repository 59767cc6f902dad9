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
  %acc61 = alloca <16 x float>
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
  %v4 = mul nsw i64 %i1, 48
  %v5 = add nsw i64 %v1, %v4
  br label %i2.head
i2.head:
  %i2 = phi i64 [ 0, %i1.body ], [ %i2.next, %i2.last ]
  %i2.more = icmp slt i64 %i2, 3
  br i1 %i2.more, label %i2.body, label %i2.done
i2.body:
  %v6 = mul nsw i64 %i2, 16
  %v7 = add nsw i64 %v3, %v6
  %v8 = getelementptr inbounds float, ptr %tile0, i64 %v7
  %v9 = add nsw i64 %v5, %v6
  %v10 = getelementptr inbounds float, ptr %d2, i64 %v9
  %v11 = load <16 x float>, ptr %v10, align 4
  store <16 x float> %v11, ptr %v8, align 4
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
  br label %i0.last
i0.last:
  %i0.next = add nsw i64 %i0, 1
  br label %i0.head
i0.done:
  br label %i3.head
i3.head:
  %i3 = phi i64 [ 0, %i0.done ], [ %i3.next, %i3.last ]
  %i3.more = icmp slt i64 %i3, 8
  br i1 %i3.more, label %i3.body, label %i3.done
i3.body:
  %v12 = mul nsw i64 %i3, 768
  %v13 = mul nsw i64 %i3, 1024
  br label %i4.head
i4.head:
  %i4 = phi i64 [ 0, %i3.body ], [ %i4.next, %i4.last ]
  %i4.more = icmp slt i64 %i4, 2
  br i1 %i4.more, label %i4.body, label %i4.done
i4.body:
  %v14 = mul nsw i64 %i4, 48
  %v15 = add nsw i64 %v12, %v14
  %v16 = getelementptr inbounds float, ptr %d0, i64 %v15
  %v17 = mul nsw i64 %i4, 6144
  store <16 x float> splat (float 0x0000000000000000), ptr %acc61
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
  %v18 = getelementptr float, ptr %d0, i64 %v15
  %v19 = getelementptr float, ptr %v18, i64 16
  %v20 = getelementptr float, ptr %v18, i64 32
  %v21 = getelementptr float, ptr %v18, i64 96
  %v22 = getelementptr float, ptr %v18, i64 112
  %v23 = getelementptr float, ptr %v18, i64 128
  %v24 = getelementptr float, ptr %v18, i64 192
  %v25 = getelementptr float, ptr %v18, i64 208
  %v26 = getelementptr float, ptr %v18, i64 224
  %v27 = getelementptr float, ptr %v18, i64 288
  %v28 = getelementptr float, ptr %v18, i64 304
  %v29 = getelementptr float, ptr %v18, i64 320
  %v30 = getelementptr float, ptr %v18, i64 384
  %v31 = getelementptr float, ptr %v18, i64 400
  %v32 = getelementptr float, ptr %v18, i64 416
  %v33 = getelementptr float, ptr %v18, i64 480
  %v34 = getelementptr float, ptr %v18, i64 496
  %v35 = getelementptr float, ptr %v18, i64 512
  %v36 = getelementptr float, ptr %v18, i64 576
  %v37 = getelementptr float, ptr %v18, i64 592
  %v38 = getelementptr float, ptr %v18, i64 608
  %v39 = getelementptr float, ptr %v18, i64 672
  %v40 = getelementptr float, ptr %v18, i64 688
  %v41 = getelementptr float, ptr %v18, i64 704
  br label %r5.head
r5.head:
  %r5 = phi i64 [ 0, %i4.body ], [ %r5.next, %r5.last ]
  %r5.more = icmp slt i64 %r5, 128
  br i1 %r5.more, label %r5.body, label %r5.done
r5.body:
  %v42 = add nsw i64 %r5, %v13
  %v43 = getelementptr inbounds float, ptr %d1, i64 %v42
  %v44 = load float, ptr %v43, align 4
  %v45 = insertelement <16 x float> poison, float %v44, i64 0
  %v46 = shufflevector <16 x float> %v45, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v47 = mul nsw i64 %r5, 48
  %v48 = add nsw i64 %v47, %v17
  %v49 = getelementptr inbounds float, ptr %tile0, i64 %v48
  %v50 = load <16 x float>, ptr %v49, align 4
  %v51 = fmul contract <16 x float> %v46, %v50
  %v52 = load <16 x float>, ptr %acc61
  %v53 = fadd contract <16 x float> %v52, %v51
  store <16 x float> %v53, ptr %acc61
  %v54 = getelementptr float, ptr %tile0, i64 %v48
  %v55 = getelementptr float, ptr %v54, i64 16
  %v56 = load <16 x float>, ptr %v55, align 4
  %v57 = fmul contract <16 x float> %v46, %v56
  %v58 = load <16 x float>, ptr %acc62
  %v59 = fadd contract <16 x float> %v58, %v57
  store <16 x float> %v59, ptr %acc62
  %v60 = getelementptr float, ptr %v54, i64 32
  %v61 = load <16 x float>, ptr %v60, align 4
  %v62 = fmul contract <16 x float> %v46, %v61
  %v63 = load <16 x float>, ptr %acc63
  %v64 = fadd contract <16 x float> %v63, %v62
  store <16 x float> %v64, ptr %acc63
  %v65 = getelementptr float, ptr %d1, i64 %v42
  %v66 = getelementptr float, ptr %v65, i64 128
  %v67 = load float, ptr %v66, align 4
  %v68 = insertelement <16 x float> poison, float %v67, i64 0
  %v69 = shufflevector <16 x float> %v68, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v70 = fmul contract <16 x float> %v69, %v50
  %v71 = load <16 x float>, ptr %acc64
  %v72 = fadd contract <16 x float> %v71, %v70
  store <16 x float> %v72, ptr %acc64
  %v73 = fmul contract <16 x float> %v69, %v56
  %v74 = load <16 x float>, ptr %acc65
  %v75 = fadd contract <16 x float> %v74, %v73
  store <16 x float> %v75, ptr %acc65
  %v76 = fmul contract <16 x float> %v69, %v61
  %v77 = load <16 x float>, ptr %acc66
  %v78 = fadd contract <16 x float> %v77, %v76
  store <16 x float> %v78, ptr %acc66
  %v79 = getelementptr float, ptr %v65, i64 256
  %v80 = load float, ptr %v79, align 4
  %v81 = insertelement <16 x float> poison, float %v80, i64 0
  %v82 = shufflevector <16 x float> %v81, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v83 = fmul contract <16 x float> %v82, %v50
  %v84 = load <16 x float>, ptr %acc67
  %v85 = fadd contract <16 x float> %v84, %v83
  store <16 x float> %v85, ptr %acc67
  %v86 = fmul contract <16 x float> %v82, %v56
  %v87 = load <16 x float>, ptr %acc68
  %v88 = fadd contract <16 x float> %v87, %v86
  store <16 x float> %v88, ptr %acc68
  %v89 = fmul contract <16 x float> %v82, %v61
  %v90 = load <16 x float>, ptr %acc69
  %v91 = fadd contract <16 x float> %v90, %v89
  store <16 x float> %v91, ptr %acc69
  %v92 = getelementptr float, ptr %v65, i64 384
  %v93 = load float, ptr %v92, align 4
  %v94 = insertelement <16 x float> poison, float %v93, i64 0
  %v95 = shufflevector <16 x float> %v94, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v96 = fmul contract <16 x float> %v95, %v50
  %v97 = load <16 x float>, ptr %acc70
  %v98 = fadd contract <16 x float> %v97, %v96
  store <16 x float> %v98, ptr %acc70
  %v99 = fmul contract <16 x float> %v95, %v56
  %v100 = load <16 x float>, ptr %acc71
  %v101 = fadd contract <16 x float> %v100, %v99
  store <16 x float> %v101, ptr %acc71
  %v102 = fmul contract <16 x float> %v95, %v61
  %v103 = load <16 x float>, ptr %acc72
  %v104 = fadd contract <16 x float> %v103, %v102
  store <16 x float> %v104, ptr %acc72
  %v105 = getelementptr float, ptr %v65, i64 512
  %v106 = load float, ptr %v105, align 4
  %v107 = insertelement <16 x float> poison, float %v106, i64 0
  %v108 = shufflevector <16 x float> %v107, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v109 = fmul contract <16 x float> %v108, %v50
  %v110 = load <16 x float>, ptr %acc73
  %v111 = fadd contract <16 x float> %v110, %v109
  store <16 x float> %v111, ptr %acc73
  %v112 = fmul contract <16 x float> %v108, %v56
  %v113 = load <16 x float>, ptr %acc74
  %v114 = fadd contract <16 x float> %v113, %v112
  store <16 x float> %v114, ptr %acc74
  %v115 = fmul contract <16 x float> %v108, %v61
  %v116 = load <16 x float>, ptr %acc75
  %v117 = fadd contract <16 x float> %v116, %v115
  store <16 x float> %v117, ptr %acc75
  %v118 = getelementptr float, ptr %v65, i64 640
  %v119 = load float, ptr %v118, align 4
  %v120 = insertelement <16 x float> poison, float %v119, i64 0
  %v121 = shufflevector <16 x float> %v120, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v122 = fmul contract <16 x float> %v121, %v50
  %v123 = load <16 x float>, ptr %acc76
  %v124 = fadd contract <16 x float> %v123, %v122
  store <16 x float> %v124, ptr %acc76
  %v125 = fmul contract <16 x float> %v121, %v56
  %v126 = load <16 x float>, ptr %acc77
  %v127 = fadd contract <16 x float> %v126, %v125
  store <16 x float> %v127, ptr %acc77
  %v128 = fmul contract <16 x float> %v121, %v61
  %v129 = load <16 x float>, ptr %acc78
  %v130 = fadd contract <16 x float> %v129, %v128
  store <16 x float> %v130, ptr %acc78
  %v131 = getelementptr float, ptr %v65, i64 768
  %v132 = load float, ptr %v131, align 4
  %v133 = insertelement <16 x float> poison, float %v132, i64 0
  %v134 = shufflevector <16 x float> %v133, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v135 = fmul contract <16 x float> %v134, %v50
  %v136 = load <16 x float>, ptr %acc79
  %v137 = fadd contract <16 x float> %v136, %v135
  store <16 x float> %v137, ptr %acc79
  %v138 = fmul contract <16 x float> %v134, %v56
  %v139 = load <16 x float>, ptr %acc80
  %v140 = fadd contract <16 x float> %v139, %v138
  store <16 x float> %v140, ptr %acc80
  %v141 = fmul contract <16 x float> %v134, %v61
  %v142 = load <16 x float>, ptr %acc81
  %v143 = fadd contract <16 x float> %v142, %v141
  store <16 x float> %v143, ptr %acc81
  %v144 = getelementptr float, ptr %v65, i64 896
  %v145 = load float, ptr %v144, align 4
  %v146 = insertelement <16 x float> poison, float %v145, i64 0
  %v147 = shufflevector <16 x float> %v146, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v148 = fmul contract <16 x float> %v147, %v50
  %v149 = load <16 x float>, ptr %acc82
  %v150 = fadd contract <16 x float> %v149, %v148
  store <16 x float> %v150, ptr %acc82
  %v151 = fmul contract <16 x float> %v147, %v56
  %v152 = load <16 x float>, ptr %acc83
  %v153 = fadd contract <16 x float> %v152, %v151
  store <16 x float> %v153, ptr %acc83
  %v154 = fmul contract <16 x float> %v147, %v61
  %v155 = load <16 x float>, ptr %acc84
  %v156 = fadd contract <16 x float> %v155, %v154
  store <16 x float> %v156, ptr %acc84
  br label %r5.last
r5.last:
  %r5.next = add nsw i64 %r5, 1
  br label %r5.head
r5.done:
  %v157 = load <16 x float>, ptr %acc61
  %v158 = load <16 x float>, ptr %acc62
  %v159 = load <16 x float>, ptr %acc63
  %v160 = load <16 x float>, ptr %acc64
  %v161 = load <16 x float>, ptr %acc65
  %v162 = load <16 x float>, ptr %acc66
  %v163 = load <16 x float>, ptr %acc67
  %v164 = load <16 x float>, ptr %acc68
  %v165 = load <16 x float>, ptr %acc69
  %v166 = load <16 x float>, ptr %acc70
  %v167 = load <16 x float>, ptr %acc71
  %v168 = load <16 x float>, ptr %acc72
  %v169 = load <16 x float>, ptr %acc73
  %v170 = load <16 x float>, ptr %acc74
  %v171 = load <16 x float>, ptr %acc75
  %v172 = load <16 x float>, ptr %acc76
  %v173 = load <16 x float>, ptr %acc77
  %v174 = load <16 x float>, ptr %acc78
  %v175 = load <16 x float>, ptr %acc79
  %v176 = load <16 x float>, ptr %acc80
  %v177 = load <16 x float>, ptr %acc81
  %v178 = load <16 x float>, ptr %acc82
  %v179 = load <16 x float>, ptr %acc83
  %v180 = load <16 x float>, ptr %acc84
  %v181 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v157
  %v182 = select <16 x i1> %v181, <16 x float> splat (float 0x0000000000000000), <16 x float> %v157
  store <16 x float> %v182, ptr %v16, align 4
  %v183 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v158
  %v184 = select <16 x i1> %v183, <16 x float> splat (float 0x0000000000000000), <16 x float> %v158
  store <16 x float> %v184, ptr %v19, align 4
  %v185 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v159
  %v186 = select <16 x i1> %v185, <16 x float> splat (float 0x0000000000000000), <16 x float> %v159
  store <16 x float> %v186, ptr %v20, align 4
  %v187 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v160
  %v188 = select <16 x i1> %v187, <16 x float> splat (float 0x0000000000000000), <16 x float> %v160
  store <16 x float> %v188, ptr %v21, align 4
  %v189 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v161
  %v190 = select <16 x i1> %v189, <16 x float> splat (float 0x0000000000000000), <16 x float> %v161
  store <16 x float> %v190, ptr %v22, align 4
  %v191 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v162
  %v192 = select <16 x i1> %v191, <16 x float> splat (float 0x0000000000000000), <16 x float> %v162
  store <16 x float> %v192, ptr %v23, align 4
  %v193 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v163
  %v194 = select <16 x i1> %v193, <16 x float> splat (float 0x0000000000000000), <16 x float> %v163
  store <16 x float> %v194, ptr %v24, align 4
  %v195 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v164
  %v196 = select <16 x i1> %v195, <16 x float> splat (float 0x0000000000000000), <16 x float> %v164
  store <16 x float> %v196, ptr %v25, align 4
  %v197 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v165
  %v198 = select <16 x i1> %v197, <16 x float> splat (float 0x0000000000000000), <16 x float> %v165
  store <16 x float> %v198, ptr %v26, align 4
  %v199 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v166
  %v200 = select <16 x i1> %v199, <16 x float> splat (float 0x0000000000000000), <16 x float> %v166
  store <16 x float> %v200, ptr %v27, align 4
  %v201 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v167
  %v202 = select <16 x i1> %v201, <16 x float> splat (float 0x0000000000000000), <16 x float> %v167
  store <16 x float> %v202, ptr %v28, align 4
  %v203 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v168
  %v204 = select <16 x i1> %v203, <16 x float> splat (float 0x0000000000000000), <16 x float> %v168
  store <16 x float> %v204, ptr %v29, align 4
  %v205 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v169
  %v206 = select <16 x i1> %v205, <16 x float> splat (float 0x0000000000000000), <16 x float> %v169
  store <16 x float> %v206, ptr %v30, align 4
  %v207 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v170
  %v208 = select <16 x i1> %v207, <16 x float> splat (float 0x0000000000000000), <16 x float> %v170
  store <16 x float> %v208, ptr %v31, align 4
  %v209 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v171
  %v210 = select <16 x i1> %v209, <16 x float> splat (float 0x0000000000000000), <16 x float> %v171
  store <16 x float> %v210, ptr %v32, align 4
  %v211 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v172
  %v212 = select <16 x i1> %v211, <16 x float> splat (float 0x0000000000000000), <16 x float> %v172
  store <16 x float> %v212, ptr %v33, align 4
  %v213 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v173
  %v214 = select <16 x i1> %v213, <16 x float> splat (float 0x0000000000000000), <16 x float> %v173
  store <16 x float> %v214, ptr %v34, align 4
  %v215 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v174
  %v216 = select <16 x i1> %v215, <16 x float> splat (float 0x0000000000000000), <16 x float> %v174
  store <16 x float> %v216, ptr %v35, align 4
  %v217 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v175
  %v218 = select <16 x i1> %v217, <16 x float> splat (float 0x0000000000000000), <16 x float> %v175
  store <16 x float> %v218, ptr %v36, align 4
  %v219 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v176
  %v220 = select <16 x i1> %v219, <16 x float> splat (float 0x0000000000000000), <16 x float> %v176
  store <16 x float> %v220, ptr %v37, align 4
  %v221 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v177
  %v222 = select <16 x i1> %v221, <16 x float> splat (float 0x0000000000000000), <16 x float> %v177
  store <16 x float> %v222, ptr %v38, align 4
  %v223 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v178
  %v224 = select <16 x i1> %v223, <16 x float> splat (float 0x0000000000000000), <16 x float> %v178
  store <16 x float> %v224, ptr %v39, align 4
  %v225 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v179
  %v226 = select <16 x i1> %v225, <16 x float> splat (float 0x0000000000000000), <16 x float> %v179
  store <16 x float> %v226, ptr %v40, align 4
  %v227 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v180
  %v228 = select <16 x i1> %v227, <16 x float> splat (float 0x0000000000000000), <16 x float> %v180
  store <16 x float> %v228, ptr %v41, align 4
  br label %i4.last
i4.last:
  %i4.next = add nsw i64 %i4, 1
  br label %i4.head
i4.done:
  br label %i3.last
i3.last:
  %i3.next = add nsw i64 %i3, 1
  br label %i3.head
i3.done:
  ret void
}
attributes #0 = { nounwind "prefer-vector-width"="512" }
